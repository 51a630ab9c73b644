import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { given } from '../../util/given.ts';
import { list, type InputTypes } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { PAGE_MODULE, PAGE_SCOPES, PAGE_TEMPLATE, needOfPart, writePart } from './page-part.ts';
import { readAs, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Creates or replaces a page template. Throws NOT_FOUND for a module that does not exist. Returns the template. */
export const upsertPageTemplate = defineProtected({
  name: 'upsertPageTemplate',
  effect: 'write',
  summary: 'Creates or replaces a template of home pages.',
  input: (types) =>
    objectOf({
      /** Default: creates a new one. */
      urn: types.optionalEntityOf(PAGE_TEMPLATE.entityType),
      scope: v.picklist(PAGE_SCOPES),
      surfaceType: v.string(),
      rows: list(objectOf({ modules: list(types.entityOf(PAGE_MODULE.entityType)) })),
      assetSummary: v.nullish(objectOf({ summaryElements: list(elementInput(types)) })),
    }),
  about: ({ urn }) => (urn === undefined ? [] : [urn.urn]),
  needs: { ...needOfPart(PAGE_TEMPLATE), documented: TOKEN },
  run: async ({ urn, scope, surfaceType, rows, assetSummary }, work) => {
    const modules = rows.flatMap((row) => row.modules);
    await requireExisting(modules, (urn) => `Module with urn ${urn} does not exist. Create it first.`, work);
    return writePart(
      PAGE_TEMPLATE,
      { urn, scope },
      {
        rows: rows.map((row) => ({ modules: row.modules.map(({ urn }) => urn) })),
        surface: { surfaceType },
        ...(assetSummary && { assetSummary: { summaryElements: [...assetSummary.summaryElements] } }),
      },
      work,
    );
  },
});

/** A line of the summary of an asset. */
function elementInput(types: InputTypes) {
  return v.pipe(
    objectOf({
      elementType: v.string(),
      structuredPropertyUrn: types.optionalEntityOf('structuredProperty'),
    }),
    readAs(({ elementType, structuredPropertyUrn: property }) => {
      if (elementType === 'STRUCTURED_PROPERTY' && property === undefined) {
        throw invalidRequest(
          'A summary element of type STRUCTURED_PROPERTY needs the urn of a property in structuredPropertyUrn.',
          'structuredPropertyUrn',
          because('INPUT_MISSING', { name: 'structuredPropertyUrn' }),
        );
      }
      return { elementType, ...given({ structuredPropertyUrn: property?.urn }) };
    }),
  );
}
