import type { Criterion } from '../../model/filter.ts';
import { isUrn } from '../../model/urn.ts';
import type { Expression } from '../../search/expression.ts';
import { MATCH_ALL, allOf } from '../../search/expression.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { WordQuery } from '../../search/search-index.ts';
import { anyOf, between, negate, oneOf } from '../combine.ts';
import type { FieldContext, ResolvedField } from '../field-resolution.ts';
import { resolveFilterFields } from '../field-resolution.ts';
import { resolveCriterion } from '../resolve-criterion.ts';
import { guarded } from '../resolve-filter.ts';
import type { TextCondition } from '../text-conditions.ts';
import { textConditions } from '../text-conditions.ts';
import { isWords } from './query-node.ts';
import type { QueryNode, ValueNode, WrittenBound, WrittenText } from './query-node.ts';

/** A query as conditions, and the words that rank what meets them. */
export interface ResolvedQuery {
  readonly where: Expression;
  readonly words?: WordQuery;
  /** What it asks for in texts: these tell why something is found. */
  readonly sought: readonly TextCondition[];
}

/**
 * The meaning of a query. Names are those of filters: one that does not exist matches nothing, one of a soft-deleted
 * property is INVALID_REQUEST, and so is a value that the field cannot have.
 */
export function resolveQuery(node: QueryNode, context: FieldContext): ResolvedQuery {
  const parts = node.kind === 'and' ? node.of : [node];
  // Words that must all occur anyhow may as well rank what is found.
  const words = parts.flatMap((part) => (isRanking(part) ? part.value.text : []));
  const where = allOf(parts.filter((part) => !isRanking(part)).map((part) => expressionOf(part, context)));
  const sought = soughtIn(node, context);
  if (words.length === 0) return { where, sought };
  return {
    where,
    sought,
    words: { text: words.join(' '), fields: context.mapping.textFields, isStrict: true },
  };
}

/** Guards are no part of what was asked; properties are left out, because their values are shown only where guards hold. */
function soughtIn(
  node: QueryNode,
  { entityTypes, mapping, properties, scope }: FieldContext,
): readonly TextCondition[] {
  const conditions = textConditions(expressionOf(node, { entityTypes, mapping, properties, scope }));
  return conditions.filter(
    (condition) => condition.kind === 'words' || mapping.kindOf(condition.field) === 'text',
  );
}

function isRanking(node: QueryNode): node is ValueNode {
  if (node.kind !== 'value' || node.field !== undefined || node.value.isQuoted) return false;
  return isWords(node.value) && !isUrn(node.value.text);
}

function expressionOf(node: QueryNode, context: FieldContext): Expression {
  switch (node.kind) {
    case 'everything':
      return MATCH_ALL;
    case 'and':
      return allOf(node.of.map((part) => expressionOf(part, context)));
    case 'or':
      return anyOf(node.of.map((part) => expressionOf(part, context)));
    case 'not':
      return negate(expressionOf(node.of, context));
    case 'exists':
      return onFields(node.field, context, (field) => criterion(field, node.field, 'EXISTS', [], context));
    case 'range':
      return onFields(node.field, context, (field) =>
        between(
          boundOf(field, node.field, node.lower, 'GREATER_THAN', context),
          boundOf(field, node.field, node.upper, 'LESS_THAN', context),
        ),
      );
    case 'value':
      return node.field === undefined
        ? anywhere(node.value, context)
        : onField(node.field, node.value, context);
  }
}

/** In any of the fields of a name, as filters understand it. */
function onFields(
  name: string,
  context: FieldContext,
  condition: (field: ResolvedField) => Expression,
): Expression {
  const fields = resolveFilterFields(name, context);
  return anyOf(fields.map((field) => guarded(condition(field), field, context)));
}

function boundOf(
  field: ResolvedField,
  name: string,
  bound: WrittenBound | undefined,
  side: 'GREATER_THAN' | 'LESS_THAN',
  context: FieldContext,
): Expression {
  if (bound === undefined) return MATCH_ALL;
  return criterion(field, name, bound.inclusive ? `${side}_OR_EQUAL_TO` : side, [bound.text], context);
}

function criterion(
  field: ResolvedField,
  name: string,
  operator: Criterion['operator'],
  values: readonly string[],
  context: FieldContext,
): Expression {
  return resolveCriterion({ field: name, operator, values, negated: false }, field, context);
}

/** A text without a field: words, a phrase, a urn, or a pattern that a whole value fits. */
function anywhere(value: WrittenText, { mapping }: FieldContext): Expression {
  const fields = mapping.textFields.map(({ field }) => field);
  if (isUrn(value.text)) return oneOf(URN_FIELD, [value.text]);
  if (isWords(value)) return { kind: 'words', fields, text: value.text, inOrder: value.isQuoted };
  return anyOf(fields.map((field) => pattern(field, value.text)));
}

function onField(name: string, value: WrittenText, context: FieldContext): Expression {
  return onFields(name, context, (field) => {
    if (field.kind !== 'text') return criterion(field, name, 'EQUAL', [value.text], context);
    return onText(field, value, context);
  });
}

/** Fields that are searched by words are so here, too; others are compared as a whole, ignoring case. */
function onText(
  { field, property }: ResolvedField,
  value: WrittenText,
  { mapping }: FieldContext,
): Expression {
  const { text } = value;
  if (isUrn(text)) return oneOf(field, [text]);
  const hasWords = property === undefined && mapping.textFields.some((one) => one.field === field);
  const whole = value.hasGaps
    ? fitting(field, value)
    : equals(field, [text, ...urnsOf(text, field, mapping)]);
  if (!hasWords) return whole;
  if (!isWords(value)) return whole;
  return anyOf([whole, { kind: 'words', fields: [field], text, inOrder: value.isQuoted }]);
}

/** What the last part of a urn may mean in a field of urns: `snowflake` a platform, `jane` a user. */
function urnsOf(text: string, field: string, mapping: FieldContext['mapping']): readonly string[] {
  return mapping.referencesOf(field).map((type) => `urn:li:${type}:${text}`);
}

function equals(field: string, values: readonly string[]): Expression {
  return { kind: 'terms', field, values, ignoreCase: true };
}

/** Texts that begin so are found without reading the others. */
function fitting(field: string, value: WrittenText): Expression {
  const { text } = value;
  return isWords(value)
    ? { kind: 'pattern', field, match: 'prefix', value: text.slice(0, -1) }
    : pattern(field, text);
}

function pattern(field: string, value: string): Expression {
  return { kind: 'pattern', field, match: 'glob', value };
}
