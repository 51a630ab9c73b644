import { GraphQLError, type ASTVisitor, type FieldNode, type ValidationContext } from 'graphql';

/** Validation rule: rejects the alias `__proto__`, which would set the prototype of an object of the response. */
export function OwnKeysRule(context: ValidationContext): ASTVisitor {
  return {
    Field: ({ alias }: FieldNode) => {
      if (alias?.value !== '__proto__') return;
      context.reportError(
        new GraphQLError("The alias '__proto__' is reserved. Choose another one.", { nodes: alias }),
      );
    },
  };
}
