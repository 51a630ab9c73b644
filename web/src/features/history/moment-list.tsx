import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Change, ChangeHistory, ChangeMoment } from '../../components/data/change-list.tsx';
import { Moment as ShownMoment, momentText } from '../../components/data/moment.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { aspectLabel, differenceLabel, differenceSides, urnsIn, type Naming } from './difference-text.ts';
import type { Moment } from './moments.ts';
import type { History } from './use-history.ts';

/** Moments that are shown at first, and that are added at once. */
const PAGE = 50;

/** Parts of a moment that are shown before one asks for all. */
const MOST_PARTS = 12;

/** The moments of a history with what changed, and how far back they go. */
export function MomentList({
  moments,
  history,
  onCompare,
  onClear,
}: {
  readonly moments: readonly Moment[];
  readonly history: History;
  /** Compares a moment with the present. */
  readonly onCompare: (time: number) => void;
  readonly onClear: () => void;
}): ReactNode {
  const [count, setCount] = useState(PAGE);
  const shown = moments.slice(0, count);
  const naming = useEntityNames([
    ...shown.flatMap(({ actor }) => actor ?? []),
    ...urnsIn(shown.flatMap((moment) => moment.differences.slice(0, MOST_PARTS))),
  ]);
  if (moments.length === 0) {
    return (
      <EmptyState title="No such change" actions={<Button onPress={onClear}>Show all changes</Button>}>
        <p>No known change of this entity is one of what and by whom you have chosen.</p>
      </EmptyState>
    );
  }
  const left = moments.length - shown.length;
  const cut = history.histories.filter(({ isWhole }) => !isWhole).map(({ aspect }) => aspectLabel(aspect));
  return (
    <Stack>
      <ChangeHistory label="Changes, newest first">
        {shown.map((moment) => (
          <MomentEntry key={moment.key} moment={moment} naming={naming} onCompare={onCompare} />
        ))}
      </ChangeHistory>
      <Row>
        {left > 0 && (
          <Button
            onPress={() => {
              setCount(count + PAGE);
            }}
          >
            {`Show ${Math.min(left, PAGE).toLocaleString('en')} more of ${left.toLocaleString('en')}`}
          </Button>
        )}
        {left === 0 && history.readMore && (
          <Button onPress={history.readMore}>Read more of the audit log</Button>
        )}
      </Row>
      {cut.length > 0 && <Soft>Earlier versions are no longer kept of: {cut.join(', ')}.</Soft>}
      {history.isAuditDenied && (
        <Soft>Refused writes and removed aspects are in the audit log, which you may not read.</Soft>
      )}
    </Stack>
  );
}

function MomentEntry({
  moment,
  naming,
  onCompare,
}: {
  readonly moment: Moment;
  readonly naming: Naming;
  readonly onCompare: (time: number) => void;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const { time, actor, differences, remarks } = moment;
  const shown = isWhole ? differences : differences.slice(0, MOST_PARTS);
  const left = differences.length - shown.length;
  return (
    <ChangeMoment
      when={<ShownMoment time={time} />}
      who={
        actor === undefined ? (
          'by somebody'
        ) : (
          <>
            by <Link href={entityPath(actor)}>{naming(actor)}</Link>
          </>
        )
      }
      actions={
        <Button
          look="quiet"
          label={`Compare ${momentText(time)} with now`}
          onPress={() => {
            onCompare(time);
          }}
        >
          Compare with now
        </Button>
      }
    >
      {remarks.map(({ aspect, text }, index) => (
        <Change key={`remark ${index}`} label={aspect === undefined ? 'The entity' : aspectLabel(aspect)}>
          {text}
        </Change>
      ))}
      {shown.map((difference) => (
        <Change
          key={[difference.aspect, ...difference.path].join('\n')}
          label={differenceLabel(difference, naming)}
          {...differenceSides(difference, naming)}
        />
      ))}
      {left > 0 && (
        <li>
          <Button
            look="quiet"
            onPress={() => {
              setWhole(true);
            }}
          >
            {`Show ${left.toLocaleString('en')} more changes of this moment`}
          </Button>
        </li>
      )}
    </ChangeMoment>
  );
}
