import { object, text, texts } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/** Each column of an assertion must have a name. An assertion on the whole dataset has no column. */
export const assertionColumns: Validator = {
  name: 'assertionColumns',
  aspects: ['assertionInfo'],
  check: ({ after }) => {
    const blank = after === undefined ? undefined : columnsIn(after).find(({ path }) => path.trim() === '');
    if (blank === undefined) return [];
    const { place } = blank;
    return [
      {
        field: place,
        ...because('NAME_MISSING'),
        message: `fieldPath must not be blank (${place}). Name a column, or omit it for dataset-level assertions.`,
      },
    ];
  },
};

interface NamedColumn {
  readonly place: string;
  /** Path or urn. */
  readonly path: string;
}

function columnsIn(info: JsonObject): readonly NamedColumn[] {
  const ofUrns = ['customAssertion', 'datasetAssertion'].flatMap((kind) => {
    const details = object(info[kind]);
    const urns = [...texts([details?.['field']]), ...texts(details?.['fields'])];
    return urns.map((urn) => ({ place: `${kind}.fields`, path: NAMELESS.test(urn) ? '' : urn }));
  });
  const field = object(info['fieldAssertion']);
  const paths = ['fieldValuesAssertion', 'fieldMetricAssertion'].flatMap((kind) => {
    const path = text(object(object(field?.[kind])?.['field'])?.['path']);
    return path === undefined ? [] : [{ place: `fieldAssertion.${kind}.field.path`, path }];
  });
  return [...ofUrns, ...paths];
}

/** Matches the urn of a column without a name, which is not a valid urn. */
const NAMELESS = /^urn:li:schemaField:\(.*,\s*\)$/;
