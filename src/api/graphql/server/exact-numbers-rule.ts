import {
  GraphQLError,
  type ASTVisitor,
  type FloatValueNode,
  type IntValueNode,
  type ValidationContext,
} from 'graphql';
import { decimalProblem } from '../../../util/decimal-number.ts';

/**
 * Validation rule: rejects number literals that a double cannot represent exactly. Variables are checked when they
 * are parsed.
 */
export function ExactNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: IntValueNode | FloatValueNode): void => {
    const problem = decimalProblem(node.value);
    if (problem !== undefined) context.reportError(new GraphQLError(problem, { nodes: node }));
  };
  return { IntValue: check, FloatValue: check };
}
