import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Stack } from '../../components/layout/layout.tsx';
import { BrowseLevel } from '../../features/browse/browse-tree.tsx';
import { CoverageStrip } from '../../features/contents/coverage-strip.tsx';
import { SearchScreen } from '../../features/search/search-screen.tsx';
import { useFields } from '../../features/search/filters/use-fields.ts';
import { assetsCriterion } from '../../shared/search/filter-address.ts';
import { criteriaOf } from '../../shared/search/filters.ts';
import { GLOSSARY } from '../../shared/search/kinds.ts';
import { SEARCH_ADDRESS } from '../../shared/search/search-address.ts';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { useUrlState } from '../../urls/search-state.ts';
import { useAssetActions } from './use-asset-actions.tsx';

/** What is in an entity: the terms of a glossary group, or assets. */
export function ContentsPart({ urn }: { readonly urn: string }): ReactNode {
  return entityTypeOf(urn) === 'glossaryNode' ? (
    <BrowseLevel kind={GLOSSARY} parent={urn} label="terms" text="" />
  ) : (
    <Assets urn={urn} />
  );
}

/** The assets of a domain, tag, person and the like: coverage, and a search among them. */
function Assets({ urn }: { readonly urn: string }): ReactNode {
  const [address, setAddress] = useUrlState(SEARCH_ADDRESS);
  const criterion = assetsCriterion(urn);
  const criteria = criteriaOf(address.filters);
  const fields = useFields(address.facets, [
    ...criteria.map(({ field }) => field),
    ...(address.sort ? [address.sort.field] : []),
  ]);
  const nameOf = useEntityNames(criteria.flatMap(({ values }) => values));
  const { actions, dialogs } = useAssetActions();
  if (criterion === undefined) return null;
  return (
    <Stack gap={5}>
      <CoverageStrip criterion={criterion} />
      <SearchScreen
        // Without a view: it could hide some of the assets that the tab counts.
        state={{ ...address, view: undefined, within: { path: entityPath(urn), criteria: [criterion] } }}
        isReady
        fields={fields}
        views={undefined}
        viewsError={null}
        wording={{ fieldOf: fields.of, nameOf }}
        actions={actions}
        onChange={setAddress}
      />
      {dialogs}
    </Stack>
  );
}
