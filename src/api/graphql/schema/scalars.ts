import { GraphQLError, GraphQLFloat, GraphQLScalarType, Kind, type ConstValueNode } from 'graphql';
import { doubleText } from '../../../model/structured-property.ts';

declare global {
  interface JSON {
    /** Returns a value that JSON.stringify writes as this exact text. */
    rawJSON(text: string): unknown;
  }
}

/** `Float` that writes whole numbers with a decimal point (`30.0`), as DataHub does. */
export const DOUBLE = new GraphQLScalarType({
  ...GraphQLFloat.toConfig(),
  coerceOutputValue: (value) => {
    const number = GraphQLFloat.coerceOutputValue(value);
    return Number.isInteger(number) ? JSON.rawJSON(doubleText(number)) : number;
  },
});

/** Coercion of the scalar `Long`: integers that a double represents exactly. */
export const LONG = {
  coerceOutputValue: (value: unknown) => exactInteger(value),
  coerceInputValue: (value: unknown) => exactInteger(value),
  coerceInputLiteral: (node: ConstValueNode) =>
    exactInteger(node.kind === Kind.INT ? Number(node.value) : node.kind),
};

function exactInteger(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(
    `Long cannot represent ${JSON.stringify(value)}: it must be an integer from -(2^53 - 1) to 2^53 - 1.`,
  );
}
