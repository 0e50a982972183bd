import type { APIContext } from "astro";
import { addressOf, thisPublication } from "../../resources/publication.ts";
import { type SchemaName, schemaDocument, schemas } from "../../resources/schemas.ts";

export function getStaticPaths() {
  return Object.keys(schemas).map((name) => ({ params: { name } }));
}

export function GET({ params, site }: APIContext) {
  const name = params.name as SchemaName;
  const url = addressOf(`schemas/${name}.json`, thisPublication(site));
  return new Response(JSON.stringify(schemaDocument(name, url), null, 2));
}
