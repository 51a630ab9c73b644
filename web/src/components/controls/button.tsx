import { useEffect, useRef, useState, type ReactNode } from 'react';
import { setInteractionModality } from 'react-aria/useFocusVisible';
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import { Link } from 'wouter';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import './button.css';

/** How much a button stands out. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps {
  readonly children: ReactNode;
  readonly look?: ButtonLook;
  readonly onPress?: () => void;
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Work is in progress: the button keeps the focus and ignores presses. */
  readonly isPending?: boolean;
  /** Accessible name, where the content is an icon. */
  readonly label?: string;
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  /** Id of the element that says what the button is about. */
  readonly describedBy?: string;
  readonly autoFocus?: boolean;
  /** What a printed page shows in its place: `and 280 more`. Else it shows nothing. */
  readonly printed?: string;
}

/** A button. A native element, because a page may have a hundred. */
export function Button({
  children,
  look = 'plain',
  onPress,
  type = 'button',
  isDisabled = false,
  isPending = false,
  label,
  isPressed,
  isExpanded,
  describedBy,
  autoFocus = false,
  printed,
}: ButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [takesFocus] = useState(autoFocus);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <button
      ref={button}
      className={`button button-${look}`}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true, 'data-pending': true })}
      aria-label={label === undefined ? undefined : withMarks(label)}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-describedby={describedBy}
      data-printed={printed}
      onKeyDown={(event) => {
        // Holding Enter down must not press the next focused element.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      onClick={(event) => {
        // Safari does not focus pressed buttons, and dialogs return the focus to them.
        event.currentTarget.focus({ preventScroll: true });
        // React Aria mistakes a key press for a screen reader's, and then moves the focus only after all transitions; those of
        // removed elements never end.
        if (event.detail === 0) setInteractionModality('keyboard');
        if (!isPending) onPress?.();
      }}
    >
      {withMarks(children)}
    </button>
  );
}

/** A disabled button whose reason shows at once: on hover, focus, press and touch. */
export function RefusedButton({
  children,
  reason,
  look = 'plain',
  label,
}: {
  readonly children: ReactNode;
  readonly reason: string;
  readonly look?: ButtonLook;
  /** Accessible name, if the content alone does not make one. */
  readonly label?: string;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={0} shouldCloseOnPress={false} isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton
        // A finger does not hover, and a press must answer: the reason shows at once.
        onPress={() => {
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
        }}
        className={classNames('button', `button-${look}`, 'button-refused')}
        aria-disabled="true"
        {...(label !== undefined && { 'aria-label': withMarks(`${label}, not available: ${reason}`) })}
      >
        {withMarks(children)}
        <span className="visually-hidden">, not available: {reason}</span>
      </AriaButton>
      <Tooltip className="tooltip">{reason}</Tooltip>
    </TooltipTrigger>
  );
}

/** A link to a page of the interface, styled as a button. The second click of a double click follows none, also not one of the new page. */
export function ButtonLink({
  to,
  children,
  look = 'plain',
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly look?: ButtonLook;
}): ReactNode {
  return (
    <Link
      href={to}
      className={`button button-${look}`}
      onClick={(event) => {
        if (event.detail > 1) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}
