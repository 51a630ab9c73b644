import { setInteractionModality } from 'react-aria/useFocusVisible';
import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
} from 'react';

/** Props of a control that exposes its root element. */
export interface Rooted {
  readonly root: Ref<HTMLElement>;
}

/** Props of a stand-in: event handlers for its root element. */
export interface StandsIn {
  readonly use: {
    readonly onMouseDown: (event: MouseEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: SyntheticEvent<HTMLElement>) => void;
  };
}

/** State that the control takes over from its stand-in. */
interface Taken {
  /** Index of the focused field or button. */
  readonly place: number;
  readonly isPressed: boolean;
  readonly selection: readonly [number | null, number | null] | undefined;
}

/**
 * Renders an expensive React Aria control lazily: a stand-in of native elements looks and reads the same until it is first
 * focused by keyboard or pressed. The control then replaces it and takes over focus and selection. A page has many such
 * controls, of which a person uses few.
 */
export function whenUsed<Props extends object>(
  Control: ComponentType<Props & Rooted>,
  StandIn: ComponentType<Props & StandsIn>,
): (props: Props) => ReactNode {
  return function WhenUsed(props: Props): ReactNode {
    const [isFirst] = useState('autoFocus' in props && props.autoFocus === true);
    const [taken, setTaken] = useState<Taken>();
    const root = useRef<HTMLElement>(null);
    const isMouseDown = useRef(false);
    useLayoutEffect(() => {
      if (taken === undefined || root.current === null) return;
      const target = partsOf(root.current)[taken.place];
      target?.focus({ preventScroll: true });
      if (taken.selection && target instanceof HTMLInputElement) target.setSelectionRange(...taken.selection);
      // A list gets its choices in renders that follow its first.
      if (taken.isPressed && target instanceof HTMLButtonElement) queueMicrotask(() => press(target));
    }, [taken]);
    if (isFirst || taken !== undefined) return <Control {...props} root={root} />;
    const take = ({ currentTarget, target, type }: SyntheticEvent<HTMLElement>): void => {
      const parts = partsOf(currentTarget);
      const part = parts.findIndex((one) => target instanceof Node && one.contains(target));
      // Pressing the label focuses the first field or button.
      const field = parts[Math.max(part, 0)];
      setTaken({
        place: Math.max(part, 0),
        isPressed: type === 'click' && part >= 0,
        selection: field instanceof HTMLInputElement ? [field.selectionStart, field.selectionEnd] : undefined,
      });
    };
    return (
      <StandIn
        {...props}
        use={{
          onMouseDown: ({ button }) => {
            // A press moves the focus before it is complete, so the control waits for its end.
            isMouseDown.current = button === 0;
          },
          onFocus: (event) => {
            if (!isMouseDown.current) take(event);
          },
          onClick: take,
          onKeyDown: take,
        }}
      />
    );
  };
}

function press(button: HTMLButtonElement): void {
  button.click();
  // React Aria mistakes that for a screen reader's press, and moves the focus only after all transitions.
  setInteractionModality('pointer');
}

/** Fields and buttons of a control or its stand-in; both have the same ones in the same order. */
function partsOf(root: HTMLElement): readonly HTMLElement[] {
  return root.matches('button') ? [root] : [...root.querySelectorAll<HTMLElement>('input, button')];
}
