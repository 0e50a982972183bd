import createValidators, { type BuildCompilerFromPool } from "@fastify/ajv-compiler";
import createSerializers, {
  type Serializer,
  type SerializerFactory,
} from "@fastify/fast-json-stringify-compiler";
import type { FastifyServerOptions } from "fastify";

type CompilersFactory = NonNullable<
  NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]
>;
type Validator = ReturnType<ReturnType<BuildCompilerFromPool>>;

/**
 * Creates Fastify's own compilers of schemas, but each schema is compiled when a request first
 * needs it. Compiling the schemas of all endpoints took a fifth of the processor time of a hub's
 * start. A malformed schema fails at its first request with status 500.
 */
export function createLazyCompilers(): CompilersFactory {
  const createValidator = createValidators();
  const createSerializer = createSerializers();
  const buildValidator: BuildCompilerFromPool = (schemas, options) => {
    const compile = createValidator(schemas, options);
    return (schema) => validateLater(() => compile(schema));
  };
  const buildSerializer: SerializerFactory = (schemas, options) => {
    const compile = createSerializer(schemas, options);
    return (route) => {
      let serialize: Serializer | undefined;
      return (value) => {
        serialize ??= compile(route);
        return serialize(value);
      };
    };
  };
  return { buildValidator, buildSerializer };
}

function validateLater(compile: () => Validator): Validator {
  let compiled: Validator | undefined;
  const validate = (...args: Parameters<Validator>) => {
    compiled ??= compile();
    const result = compiled(...args);
    validate.errors = compiled.errors;
    return result;
  };
  validate.errors = undefined as Validator["errors"];
  // Fastify passes the parent of a value only to validators with this property. Ajv needs it to
  // convert a body that is a single value.
  validate.schemaEnv = true;
  return validate as unknown as Validator;
}
