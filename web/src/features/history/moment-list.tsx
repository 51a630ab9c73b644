import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Change, ChangeHistory, ChangeMoment } from '../../components/lists/change-list.tsx';
import { momentText } from '../../components/text/date-text.ts';
import { Moment as ShownMoment } from '../../components/text/moment.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { entityPath } from '../../urls/paths.ts';
import {
  aspectLabel,
  differenceLabel,
  differenceSides,
  urnsIn,
  type Naming,
} from '../../shared/differences/difference-text.ts';
import { earlierVersions } from './earlier-versions.ts';
import type { Moment } from './moments.ts';
import type { History } from './use-history.ts';

/** Entries per page. */
const PAGE = 50;

/** Maximum changes shown of a collapsed entry. */
const MAX_PARTS = 12;

/** The entries of a history with their changes, what only the audit log has, and how far back they go. */
export function MomentList({
  moments,
  audited,
  history,
  newest,
  onCompare,
  onSetBack,
  onClear,
}: {
  readonly moments: readonly Moment[];
  /** Entries that only the audit log has; no changes with values. */
  readonly audited: readonly Moment[];
  readonly history: History;
  /** Time of the last change, which differs in nothing from now. */
  readonly newest: number;
  /** Compares an entry's time with now. */
  readonly onCompare: (time: number) => void;
  /** Offers to set the parts that an entry changed back; undefined for people who may not. */
  readonly onSetBack: ((moment: Moment) => void) | undefined;
  readonly onClear: () => void;
}): ReactNode {
  const [count, setCount] = useState(PAGE);
  const shown = moments.slice(0, count);
  const shownAudited = audited.slice(0, count);
  const naming = useEntityNames([
    ...[...shown, ...shownAudited].flatMap(({ actor }) => actor ?? []),
    ...urnsIn(shown.flatMap((moment) => moment.differences.slice(0, MAX_PARTS))),
  ]);
  if (moments.length + audited.length === 0) {
    return (
      <EmptyState title="No changes match" actions={<Button onPress={onClear}>Show all changes</Button>}>
        <p>Clear the filters to see all changes of this entity.</p>
      </EmptyState>
    );
  }
  const left = moments.length - shown.length + audited.length - shownAudited.length;
  const cut = history.histories.filter(({ isWhole }) => !isWhole).map(({ aspect }) => aspectLabel(aspect));
  return (
    <Stack>
      <Entries
        label="Changes, newest first"
        moments={shown}
        naming={naming}
        newest={newest}
        onCompare={onCompare}
        setBackOf={(moment) =>
          earlierVersions(history.histories, moment).length > 0 ? onSetBack : undefined
        }
      />
      {shownAudited.length > 0 && (
        <Section title="Only in the audit log">
          <Entries
            label="Only in the audit log, newest first"
            moments={shownAudited}
            naming={naming}
            newest={newest}
            onCompare={onCompare}
          />
        </Section>
      )}
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
          <Button onPress={history.readMore}>Load more of the audit log</Button>
        )}
      </Row>
      {cut.length > 0 && <Soft>Earlier versions are no longer kept of: {cut.join(', ')}.</Soft>}
      {history.isAuditDenied && (
        <Soft>
          Refused writes and removed aspects are not shown: they are in the audit log, which you cannot read.
        </Soft>
      )}
    </Stack>
  );
}

function Entries({
  label,
  moments,
  newest,
  setBackOf,
  onCompare,
  naming,
}: {
  readonly label: string;
  readonly newest: number;
  readonly naming: Naming;
  readonly onCompare: (time: number) => void;
  readonly moments: readonly Moment[];
  /** Absent: none can be set back. */
  readonly setBackOf?: (moment: Moment) => ((moment: Moment) => void) | undefined;
}): ReactNode {
  if (moments.length === 0) return null;
  return (
    <ChangeHistory label={label}>
      {moments.map((moment) => (
        <MomentEntry
          key={moment.key}
          moment={moment}
          naming={naming}
          onCompare={moment.time < newest ? onCompare : undefined}
          onSetBack={setBackOf?.(moment)}
        />
      ))}
    </ChangeHistory>
  );
}

function MomentActions({
  moment,
  onCompare,
  onSetBack,
}: {
  readonly moment: Moment;
  readonly onCompare: ((time: number) => void) | undefined;
  readonly onSetBack: ((moment: Moment) => void) | undefined;
}): ReactNode {
  return (
    <Row>
      {onSetBack && (
        <Button
          look="quiet"
          label={`Set back to this: ${momentText(moment.time)}`}
          onPress={() => {
            onSetBack(moment);
          }}
        >
          Set back to this
        </Button>
      )}
      {onCompare && (
        <Button
          look="quiet"
          label={`Compare with now: ${momentText(moment.time)}`}
          onPress={() => {
            onCompare(moment.time);
          }}
        >
          Compare with now
        </Button>
      )}
    </Row>
  );
}

function MomentEntry({
  moment,
  naming,
  onCompare,
  onSetBack,
}: {
  readonly moment: Moment;
  readonly naming: Naming;
  readonly onCompare: ((time: number) => void) | undefined;
  readonly onSetBack: ((moment: Moment) => void) | undefined;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const { time, actor, differences, remarks } = moment;
  const shown = isWhole ? differences : differences.slice(0, MAX_PARTS);
  const left = differences.length - shown.length;
  return (
    <ChangeMoment
      when={<ShownMoment time={time} />}
      who={
        actor === undefined ? (
          'by an unknown user'
        ) : (
          <>
            by <Link href={entityPath(actor)}>{naming(actor)}</Link>
          </>
        )
      }
      actions={<MomentActions moment={moment} onCompare={onCompare} onSetBack={onSetBack} />}
    >
      {remarks.map(({ aspect, text }, index) => (
        <Change key={`remark ${index}`} label={aspect === undefined ? 'Entity' : aspectLabel(aspect)}>
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
            printed={`and ${left.toLocaleString('en')} more changes`}
            onPress={() => {
              setWhole(true);
            }}
          >
            {`Show ${left.toLocaleString('en')} more changes`}
          </Button>
        </li>
      )}
    </ChangeMoment>
  );
}
