import { GraphQLError } from 'graphql';
import type { ASTVisitor, ValidationContext } from 'graphql';

/** Validation rule: rejects integer literals that a double would round. Variables are checked when they are parsed. */
export function ExactNumbersRule(context: ValidationContext): ASTVisitor {
  return {
    IntValue(node) {
      if (Number.isSafeInteger(Number(node.value)) || isExact(node.value)) return;
      const message = `The number ${node.value} would be rounded. Send a number that a double represents exactly, or a string.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
}

function isExact(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && BigInt(value) === BigInt(text);
}
