import { GraphQLError, GraphQLFloat, GraphQLScalarType, Kind } from 'graphql';
import type { ConstValueNode } from 'graphql';
import { doubleText } from '../../model/structured-property.ts';

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this very text. */
    rawJSON(text: string): unknown;
  }
}

/** `Float` on the way out: a whole number is written with its decimal point (`30.0`), as DataHub does. */
export const DOUBLE = new GraphQLScalarType({
  ...GraphQLFloat.toConfig(),
  coerceOutputValue: (value) => {
    const number = GraphQLFloat.coerceOutputValue(value);
    return Number.isInteger(number) ? JSON.rawJSON(doubleText(number)) : number;
  },
});

/** The behaviour of the scalar `Long`: whole numbers that a double holds exactly. */
export const LONG = {
  coerceOutputValue: (value: unknown) => exactInteger(value),
  coerceInputValue: (value: unknown) => exactInteger(value),
  coerceInputLiteral: (node: ConstValueNode) =>
    exactInteger(node.kind === Kind.INT ? Number(node.value) : node.kind),
};

function exactInteger(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(
    `Long cannot represent ${JSON.stringify(value)}: a whole number within ±2^53 is needed.`,
  );
}
