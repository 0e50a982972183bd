import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { findRegister } from "../../register-work/find-register.ts";
import type { LabelOptions } from "../../register-work/labels.ts";
import { labelFormats, labelPapers, labelParts } from "../../registers/labels/label.ts";
import type { Store } from "../../store/store.ts";
import { ownerRefusals, refusals, streamSchema } from "../schemas.ts";

const byName = Type.Object({ name: Type.String() });

const labelQuery = Type.Object({
  paper: Type.Optional(
    createChoiceSchema(
      labelPapers,
      "Sheets to cut (default: a4), a roll of 62 mm, or labels of 90 × 29 mm.",
    ),
  ),
  format: Type.Optional(createChoiceSchema(labelFormats, "The format of the code (default: qr).")),
  without: Type.Optional(
    Type.String({
      pattern: `^(${labelParts.join("|")})(,(${labelParts.join("|")}))*$`,
      description: `The texts to leave out, separated by commas: ${labelParts.join(", ")}.`,
    }),
  ),
  fields: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: "Only these fields, separated by commas. By default those that phones show.",
    }),
  ),
  text: Type.Optional(
    Type.String({ maxLength: 200, description: "A part of the label or of a code." }),
  ),
  group: Type.Optional(Type.String({ maxLength: 2000, description: "Only this group." })),
  role: Type.Optional(
    createChoiceSchema(["place", "number", "person", "article"], "Only entries of this role."),
  ),
});

/** The parts of the schemas that all endpoints of labels share. */
const ofLabels = {
  tags: ["registers"],
  security: ownerSecurity,
  params: byName,
  querystring: labelQuery,
};
const labelRefusals = refusals(
  ...ownerRefusals,
  "invalid-request",
  "no-such-register",
  "nothing-to-print",
);

function toOptions({
  paper = "a4",
  format = "qr",
  without = "",
  fields,
  ...filter
}: Static<typeof labelQuery>): LabelOptions {
  return {
    paper,
    format,
    without: labelParts.filter((part) => without.split(",").includes(part)),
    fields: fields?.split(","),
    ...filter,
  };
}

/** Serves the labels of a register as a PDF to print, and what they lack. */
export function serveRegisterLabels(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/registers/:name/labels.pdf",
    {
      schema: {
        summary: "Print labels",
        description:
          "Labels with code, name, group and fields, for entries that have a code and are not blocked: 24 on a sheet, or one on a page of a roll. Names in Latin, Greek, Cyrillic, Armenian and Georgian letters are printed; for others the label says that it lacks them.",
        ...ofLabels,
        response: {
          200: {
            description: "The sheets.",
            content: { "application/pdf": { schema: streamSchema } },
          },
          ...labelRefusals,
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      // Loaded on demand, because the hub starts faster without it.
      const { openLabels } = await import("../../register-work/labels.ts");
      const labels = await openLabels(store, register, toOptions(request.query));
      if (!labels) return refuse(reply, "nothing-to-print");
      return reply
        .type("application/pdf")
        .header("content-disposition", `inline; filename="${register.name}.pdf"`)
        .send(Readable.from(labels, { objectMode: false }));
    },
  );

  app.get(
    "/api/registers/:name/labels.svg",
    {
      schema: {
        summary: "Show the first label",
        description:
          "The first label of `labels.pdf` with the same parameters, as a picture of its printed size.",
        ...ofLabels,
        response: {
          200: {
            description: "The label.",
            content: { "image/svg+xml": { schema: streamSchema } },
          },
          ...labelRefusals,
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { openLabelPictures } = await import("../../register-work/labels.ts");
      const pictures = await openLabelPictures(store, register, toOptions(request.query));
      const first = await pictures?.next();
      if (!first || first.done) return refuse(reply, "nothing-to-print");
      return reply.type("image/svg+xml").send(Readable.from([first.value.svg]));
    },
  );

  app.get(
    "/api/registers/:name/labels",
    {
      schema: {
        summary: "Count the labels of a PDF",
        description:
          "Tells how many labels `labels.pdf` has with the same parameters, and what they lack.",
        ...ofLabels,
        response: {
          200: Type.Object({
            printed: Type.Integer(),
            unprintable: Type.Integer({
              description: "Labels without a name or a detail, in a script that is not printed.",
            }),
            shortened: Type.Integer({
              description: "Labels with only a part of their name or details.",
            }),
            tooLong: Type.Integer({
              description:
                "Labels left out, because the format cannot hold their code or would be too fine.",
            }),
          }),
          ...labelRefusals,
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { countLabels } = await import("../../register-work/labels.ts");
      return (
        (await countLabels(store, register, toOptions(request.query))) ??
        refuse(reply, "nothing-to-print")
      );
    },
  );
}
