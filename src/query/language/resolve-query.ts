import type { Criterion } from '../../model/filter.ts';
import { isUrn } from '../../model/urn.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import type { WordQuery } from '../../search/search-index.ts';
import { anyOf, between, negate, oneOf } from '../filters/combine.ts';
import { resolveFilterFields, type FieldContext, type ResolvedField } from '../filters/field-resolution.ts';
import { resolveCriterion } from '../filters/resolve-criterion.ts';
import { guarded } from '../filters/resolve-filter.ts';
import { textConditions, type TextCondition } from './text-conditions.ts';
import {
  isWords,
  type QueryNode,
  type ValueNode,
  type WrittenBound,
  type WrittenText,
} from './query-node.ts';

/** A query resolved to conditions, and to words that rank the hits. */
export interface ResolvedQuery {
  readonly where: Expression;
  readonly words?: WordQuery;
  /** Text conditions of the query, for highlighting. */
  readonly highlighted: readonly TextCondition[];
}

/**
 * Resolves a query. Field names are those of filters; an unknown name matches nothing. INVALID_REQUEST for a
 * soft-deleted structured property, and for a value that the field cannot have.
 */
export function resolveQuery(node: QueryNode, context: FieldContext): ResolvedQuery {
  const parts = node.kind === 'and' ? node.of : [node];
  // Words that every hit must contain are used for ranking.
  const words = parts.flatMap((part) => (isRanking(part) ? part.value.text : []));
  const where = allOf(parts.filter((part) => !isRanking(part)).map((part) => expressionOf(part, context)));
  const highlighted = highlightedIn(node, context);
  if (words.length === 0) return { where, highlighted };
  return {
    where,
    highlighted,
    words: { text: words.join(' '), fields: context.mapping.textFields, isStrict: true },
  };
}

/**
 * Text conditions without guards, which are not part of the caller's query. Excludes properties: guards can hide their
 * values.
 */
function highlightedIn(
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

/** Condition on any of the fields that a filter name covers, with guards. */
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

/** Condition for a text without a field: words, a phrase, a urn, or a pattern for whole values. */
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

/** Condition on a text field: whole values, ignoring case; in full-text fields also by words. */
function onText({ field }: ResolvedField, value: WrittenText, { mapping }: FieldContext): Expression {
  const { text } = value;
  if (isUrn(text)) return oneOf(field, [text]);
  const hasWords = mapping.textFields.some((one) => one.field === field);
  const whole = value.hasGaps
    ? fitting(field, value)
    : equals(field, [text, ...urnsOf(text, field, mapping)]);
  if (!hasWords) return whole;
  if (!isWords(value)) return whole;
  return anyOf([whole, { kind: 'words', fields: [field], text, inOrder: value.isQuoted }]);
}

/** Urns that a bare key can mean in a urn field: `snowflake` a platform, `jane` a user. */
function urnsOf(text: string, field: string, mapping: FieldContext['mapping']): readonly string[] {
  return mapping.referencesOf(field).map((type) => `urn:li:${type}:${text}`);
}

function equals(field: string, values: readonly string[]): Expression {
  return { kind: 'terms', field, values, ignoreCase: true };
}

/** Pattern condition; a trailing wildcard becomes a prefix, which the index finds without reading all values. */
function fitting(field: string, value: WrittenText): Expression {
  const { text } = value;
  return isWords(value)
    ? { kind: 'pattern', field, match: 'prefix', value: text.slice(0, -1) }
    : pattern(field, text);
}

function pattern(field: string, value: string): Expression {
  return { kind: 'pattern', field, match: 'glob', value };
}
