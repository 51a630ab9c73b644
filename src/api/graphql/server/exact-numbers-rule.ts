import { GraphQLError } from 'graphql';
import type { ASTVisitor, ValidationContext } from 'graphql';
import { roundingProblem } from '../../../util/json/exact-number.ts';

/** Validation rule: rejects integer literals that a double would round. Variables are checked when they are parsed. */
export function ExactNumbersRule(context: ValidationContext): ASTVisitor {
  return {
    IntValue(node) {
      const problem = roundingProblem(node.value);
      if (problem !== undefined) context.reportError(new GraphQLError(problem, { nodes: node }));
    },
  };
}
