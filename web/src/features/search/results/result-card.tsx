import { NameText } from '../../../components/text/name-text.tsx';
import { withVisibleDirections } from '../../../../../src/util/printable.ts';
import type { ReactNode } from 'react';
import { nameOf } from '../../../api/names/entity-label.ts';
import { readFragment, type FragmentOf } from '../../../api/graphql.ts';
import { ValueBadge } from '../../../components/data/value-chip.tsx';
import { Badge } from '../../../components/text/badge.tsx';
import { MarkedText } from '../../../components/text/marked-text.tsx';
import { Result } from '../../../components/lists/result.tsx';
import { EntityIcon } from '../../../components/icons/entity-icon.tsx';
import { PlatformMark } from '../../../components/icons/platform-mark.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../../urls/urn.ts';
import {
  CARD_DOMAIN,
  CARD_OWNERS,
  CARD_PATH,
  CARD_PLATFORM,
  CARD_TAGS,
  CARD_TERMS,
  ENTITY_CARD,
  type EntityCardFields,
} from './entity-card.ts';
import { entityTypeLabel } from '../../../api/names/entity-type-label.ts';
import { excerptOf, piecesOf } from '../../../shared/search/highlight.ts';
import { markdownText } from '../../../shared/search/markdown-text.ts';
import { assetBadges } from '../../../shared/values/display/asset-badges.ts';
import { numberText } from '../../../components/number-text.ts';
import type { FoundPage } from './search-results.ts';

/** Maximum characters shown of a description. */
const EXCERPT = 260;
/** Maximum matches shown from other fields. */
const MATCHES = 2;

/** A search result: name, location, description and facts, with words of the query highlighted. */
export function ResultCard({
  result,
  words,
  isSelected,
  onSelect,
}: {
  readonly result: FoundPage['results'][number];
  readonly words: readonly string[];
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}): ReactNode {
  const card = readCard(result.entity);
  const name = nameOf(card);
  const written = descriptionOf(card);
  const description = written === undefined ? undefined : markdownText(written);
  const marked = (text: string): ReactNode => <MarkedText pieces={piecesOf(text, words)} />;
  return (
    <Result
      name={name}
      shownName={marked(name)}
      to={entityPath(card.urn)}
      kind={kindOf(card)}
      badges={<Badges card={card} />}
      description={description === undefined ? undefined : marked(excerptOf(description, words, EXCERPT))}
      facts={[
        ...factsOf(card).map(({ label, names }) => ({ label: `${label}:`, value: marked(names.join(', ')) })),
        ...furtherMatches(result, words, [
          name,
          description ?? '',
          ...factsOf(card).flatMap(({ names }) => names),
        ]).map(({ name: field, value }) => ({
          label: `Found in ${readable(field)}:`,
          value: marked(excerptOf(value, words, 120)),
        })),
      ]}
      isSelected={isSelected}
      onSelect={onSelect}
    />
  );
}

function readCard(card: FragmentOf<typeof ENTITY_CARD>): EntityCardFields {
  return readFragment(ENTITY_CARD, card);
}

function Badges({ card }: { readonly card: EntityCardFields }): ReactNode {
  const isDeprecated = 'deprecation' in card && card.deprecation?.deprecated === true;
  const badges = 'structuredProperties' in card ? assetBadges(card.structuredProperties) : [];
  return (
    <>
      {isDeprecated && <Badge tone="warn">Deprecated</Badge>}
      {badges.map(({ color, name, text }) => (
        <ValueBadge key={text} name={name} color={color}>
          {text}
        </ValueBadge>
      ))}
    </>
  );
}

/** Type, platform and containers, outermost first. */
function kindOf(card: EntityCardFields): readonly ReactNode[] {
  const type = entityTypeOf(card.urn);
  const subType = 'subTypes' in card ? card.subTypes?.typeNames?.[0] : undefined;
  const platform = 'platform' in card ? readFragment(CARD_PLATFORM, card.platform) : undefined;
  const containers =
    'parentContainers' in card ? readFragment(CARD_PATH, card.parentContainers)?.containers : undefined;
  const place =
    'parent' in card ? shortName(card.parent.urn) : (containers ?? []).map(innerName).reverse().join(' / ');
  const isUnknown = platform?.urn === 'urn:li:dataPlatform:unknown';
  return [
    <span key="type" className="with-icon">
      <EntityIcon type={type} />
      <NameText>{subType ?? entityTypeLabel(type)}</NameText>
    </span>,
    ...(platform && !isUnknown
      ? [
          <span key="platform" className="with-icon">
            <PlatformMark platform={shortName(platform.urn)} name={innerName(platform)} />
            <NameText>{innerName(platform)}</NameText>
          </span>,
        ]
      : []),
    ...(place === '' ? [] : [<NameText key="place">{place}</NameText>]),
  ];
}

function descriptionOf(card: EntityCardFields): string | undefined {
  const candidates = [
    'editableProperties' in card ? card.editableProperties?.description : undefined,
    'properties' in card ? card.properties?.description : undefined,
  ];
  return candidates.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** Domain, owners, tags and terms that are set. */
function factsOf(
  card: EntityCardFields,
): readonly { readonly label: string; readonly names: readonly string[] }[] {
  const domain = 'domain' in card ? readFragment(CARD_DOMAIN, card.domain) : undefined;
  const owners = 'ownership' in card ? readFragment(CARD_OWNERS, card.ownership)?.owners : undefined;
  const tags = 'tags' in card ? readFragment(CARD_TAGS, card.tags)?.tags : undefined;
  const terms = 'glossaryTerms' in card ? readFragment(CARD_TERMS, card.glossaryTerms)?.terms : undefined;
  return [
    { label: 'Domain', names: namesOf(domain ? [domain.domain] : []) },
    { label: 'Owner', names: namesOf((owners ?? []).map(({ owner }) => owner)) },
    { label: 'Tags', names: namesOf((tags ?? []).map(({ tag }) => tag)) },
    { label: 'Terms', names: namesOf((terms ?? []).map(({ term }) => term)) },
  ].filter(({ names }) => names.length > 0);
}

/** An entity within a card. */
interface InnerEntity {
  readonly urn: string;
  readonly properties: { readonly name: string } | { readonly displayName: string | null } | null;
}

function innerName({ urn, properties }: InnerEntity): string {
  const name = properties && ('name' in properties ? properties.name : properties.displayName);
  return name === null || name === '' ? shortName(urn) : withVisibleDirections(name);
}

/** At most four names; of more, three and the number of others. */
function namesOf(entities: readonly InnerEntity[]): readonly string[] {
  const names = [...new Set(entities.map(innerName))];
  return names.length <= 4 ? names : [...names.slice(0, 3), `${numberText(names.length - 3)} more`];
}

/** Matches in fields that the card does not show. */
function furtherMatches(
  { matchedFields }: FoundPage['results'][number],
  words: readonly string[],
  shown: readonly string[],
): readonly { readonly name: string; readonly value: string }[] {
  if (words.length === 0) return [];
  const isShown = (value: string): boolean =>
    shown.some((text) => text.toLowerCase().includes(value.toLowerCase()));
  const others = matchedFields.filter(
    ({ name, value }) => !/^(?:urn|id|_entityName)$/.test(name) && value !== '' && !isShown(value),
  );
  return others.slice(
    0,
    shown.some((text) => piecesOf(text, words).some(({ isMatch }) => isMatch)) ? 0 : MATCHES,
  );
}

/** Splits a field name into words: `fieldPaths` becomes `field paths`. */
function readable(field: string): string {
  return field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
