import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/fields/fields.tsx';
import { Panel, Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Change, ChangeParts, ComparedSides, type ComparedRow } from '../../components/lists/change-list.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { withMarks } from '../../components/text/with-marks.ts';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { entityPath } from '../../urls/paths.ts';
import { itemWords, partsOf, type ItemNames } from './item-words.ts';
import type { ProposalItem } from './proposal-data.ts';
import { useItemNames } from './use-item-names.ts';

/** Items shown at first. */
const SHOWN = 100;

/** How items are selected. */
export interface ItemChoice {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}

/** What a proposal changes, entity by entity: of an open one, the values now beside those proposed; else what was proposed. */
export function ProposalItems({
  items,
  choice,
  isOpen,
  decidedAt,
}: {
  readonly items: readonly ProposalItem[];
  /** Undefined: there is nothing to select. */
  readonly choice: ItemChoice | undefined;
  /** Whether they can still be approved. */
  readonly isOpen: boolean;
  /** When they were decided, in epoch ms. */
  readonly decidedAt: number | undefined;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN);
  const names = useItemNames(shown);
  const { naming } = names;
  const isInPart = new Set(items.map(({ decision }) => decision)).size > 1;
  return (
    <Stack gap={4}>
      {[...Map.groupBy(shown, ({ urn }) => urn)].map(([urn, those]) => (
        <Panel key={urn} label={naming(urn)}>
          <Stack gap={2}>
            <Row spread>
              <h2>
                <EntityLink urn={urn} name={naming(urn)} />
              </h2>
              {decidedAt !== undefined && those.some(({ decision }) => decision === 'APPROVED') && (
                <Link
                  href={historyPath(urn, decidedAt)}
                  aria-label={withMarks(`See what changed in the history of ${naming(urn)}`)}
                >
                  See what changed
                </Link>
              )}
            </Row>
            {isOpen ? (
              <ComparedSides
                label={`Changes of ${naming(urn)}`}
                sides={['Now', 'Proposed']}
                rows={those.flatMap((item) => rowsOf(item, names, choice))}
              />
            ) : (
              <ChangeParts>
                {those.map((item) => (
                  <DecidedItem key={item.id} item={item} names={names} isInPart={isInPart} />
                ))}
              </ChangeParts>
            )}
          </Stack>
        </Panel>
      ))}
      {shown.length < items.length && (
        <Row>
          <Button onPress={() => setWhole(true)}>{`Show all ${counted(items.length, 'change')}`}</Button>
        </Row>
      )}
    </Stack>
  );
}

/** A row for each part of an item. The first has its checkbox. */
function rowsOf(
  item: ProposalItem,
  names: ItemNames,
  choice: ItemChoice | undefined,
): readonly ComparedRow[] {
  const { hasConflict, id, mayApprove, urn } = item;
  return partsOf(item).map((part, index) => {
    const words = itemWords(part, names);
    if (index > 0) return { key: `${id} ${index}`, ...words };
    return {
      key: id,
      ...words,
      notes: (
        <Row gap={1}>
          {hasConflict && <Badge tone="warn">Changed since</Badge>}
          {!mayApprove && <Badge>You may not approve this</Badge>}
        </Row>
      ),
      ...(choice &&
        mayApprove && {
          choice: (
            <Checkbox
              label={`Select ${words.label} of ${names.naming(urn)}`}
              isSelected={choice.selected.has(id)}
              onChange={(isSelected) => choice.onSelect(id, isSelected)}
            />
          ),
        }),
    };
  });
}

/** Longest time between a decision and the stamp of what it wrote, in ms. */
const WRITTEN_WITHIN = 10_000;

/** The comparison in the history of an entity from before the approval to after it. */
function historyPath(urn: string, decidedAt: number): string {
  const times = { from: String(decidedAt - 1), to: String(decidedAt + WRITTEN_WITHIN) };
  return `${entityPath(urn)}?${new URLSearchParams({ tab: 'history', ...times })}`;
}

const DECISIONS = {
  APPROVED: { tone: 'good', text: 'Approved' },
  LEFT: { tone: 'plain', text: 'Not approved' },
  REJECTED: { tone: 'bad', text: 'Rejected' },
} as const;

/** What was proposed, and what was decided about it. The values now say nothing about the time before. */
function DecidedItem({
  item,
  names,
  isInPart,
}: {
  readonly item: ProposalItem;
  readonly names: ItemNames;
  /** Whether something else was decided about others. */
  readonly isInPart: boolean;
}): ReactNode {
  const { after, label } = itemWords({ ...item, before: undefined }, names);
  const decision = item.decision === null || !isInPart ? undefined : DECISIONS[item.decision];
  return (
    <Change label={label} after={after}>
      {after === undefined && <Soft>removed</Soft>}
      {decision && <Badge tone={decision.tone}>{decision.text}</Badge>}
    </Change>
  );
}
