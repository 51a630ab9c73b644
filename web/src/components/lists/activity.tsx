import { useId, useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Icon } from '../icons/icon.tsx';
import './activity.css';

/** What people did, newest first, as sentences. */
export function ActivityList({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ol className="activity" role="list" aria-label={label}>
      {children}
    </ol>
  );
}

/** One deed: who, what and when, with details on demand. */
export function ActivityRow({
  icon,
  note,
  time,
  details,
  children,
}: {
  readonly icon: ReactNode;
  /** More in a softer colour: by which means. */
  readonly note?: ReactNode;
  readonly time: ReactNode;
  readonly details: () => ReactNode;
  /** The sentence. */
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="activity-row">
      <span className="activity-icon">{icon}</span>
      <div className="activity-text" id={id}>
        <span>{children}</span> {note !== undefined && <span className="activity-note">{note}</span>}
      </div>
      <span className="activity-time">{time}</span>
      <span className="activity-button" data-open={isOpen}>
        <Button
          look="quiet"
          label="Details"
          isExpanded={isOpen}
          describedBy={id}
          onPress={() => {
            setOpen(!isOpen);
          }}
        >
          <Icon name="expand" />
        </Button>
      </span>
      {isOpen && <div className="activity-details">{details()}</div>}
    </li>
  );
}
