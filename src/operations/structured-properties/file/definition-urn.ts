import { because, type Refusal } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { entityTypeOf, isUrn, type Urn } from '../../../model/urn.ts';
import type { YamlMapping } from '../../../util/yaml-tree.ts';
import { FieldReader, type Complain } from '../../../util/yaml-fields.ts';

const PREFIX = `urn:li:${STRUCTURED_PROPERTY.entityType}:`;

/** Name of the definition in error messages: its `id`, `urn` or `qualified_name`; undefined without any. */
export function identityText(mapping: YamlMapping): string | undefined {
  const fields = new FieldReader(mapping, () => undefined);
  return fields.text('id') ?? fields.text('urn') ?? fields.text('qualified_name');
}

/**
 * The urn given by `id`, or by `urn` with `qualified_name`. `id` must agree with both; whether `urn` and
 * `qualified_name` may differ depends on the stored definition. Undefined if there is no valid urn.
 */
export function readUrn(fields: FieldReader, complain: Complain): Urn | undefined {
  const id = fields.text('id');
  const urnText = fields.text('urn');
  const qualifiedName = fields.text('qualified_name');
  if (urnText !== undefined && qualifiedName === undefined) {
    const refusal = because('INPUT_MISSING', { name: 'qualified_name' });
    complain(fields.lineOf('urn'), "'qualified_name' is required when 'urn' is given.", refusal);
  }
  if (id === undefined && urnText === undefined) {
    const refusal = because('INPUT_MISSING', { name: 'id' });
    complain(fields.lineOf('id'), "'id' is missing. Give 'id', or 'urn' with 'qualified_name'.", refusal);
    return undefined;
  }
  const key = urnText?.replace(PREFIX, '');
  const names = new Set([id, key, qualifiedName].filter((name) => name !== undefined));
  if (names.size > 1 && id !== undefined) {
    complain(fields.lineOf('qualified_name'), namesDiffer(...names), NAMES_DIFFER);
  }
  return propertyUrn(fields, id, urnText, complain);
}

/** Why a definition with several names for its property is refused. */
export const NAMES_DIFFER: Refusal = because('INPUT_DIFFERS', { names: ['id', 'urn', 'qualified_name'] });

/** Problem text for a definition with several names for its property. */
export function namesDiffer(...names: readonly string[]): string {
  return `'id', 'urn' and 'qualified_name' must agree, but they name ${names.join(' and ')}.`;
}

function propertyUrn(
  fields: FieldReader,
  id: string | undefined,
  urnText: string | undefined,
  complain: Complain,
): Urn | undefined {
  if (id?.startsWith('urn:') === true) {
    complain(
      fields.lineOf('id'),
      `'id' is the part after 'urn:li:structuredProperty:'. Write '${id}' as 'urn'.`,
      because('ID_IS_URN', { name: id }),
    );
    return undefined;
  }
  const text = urnText ?? `${PREFIX}${id ?? ''}`;
  if (isUrn(text) && entityTypeOf(text) === STRUCTURED_PROPERTY.entityType) return text;
  const example = `${urnText === undefined ? '' : PREFIX}io.acme.retention`;
  const member = urnText === undefined ? 'id' : 'urn';
  complain(
    fields.lineOf(member),
    `'${text}' is not a urn of a structured property; write '${member}' like ${example}.`,
    because('NAME_UNUSABLE', { name: id ?? text }),
  );
  return undefined;
}
