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

/** Where a control has its outermost element. */
export interface Rooted {
  readonly root: Ref<HTMLElement>;
}

/** What the outermost element of a stand-in listens to. */
export interface StandsIn {
  readonly use: {
    readonly onMouseDown: (event: MouseEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: SyntheticEvent<HTMLElement>) => void;
  };
}

/** What the control takes over from its stand-in. */
interface Taken {
  /** Which of the fields and buttons has the focus. */
  readonly place: number;
  readonly isPressed: boolean;
  readonly selection: readonly [number | null, number | null] | undefined;
}

/**
 * A control of React Aria whose making takes long, with a stand-in of native elements that looks and reads the same. The
 * control replaces it, with its focus and selection, when it is focused by the keyboard or pressed for the first time: a page
 * has many of which a person uses few.
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
      // A list has its choices after the renderings that its first one asks for.
      if (taken.isPressed && target instanceof HTMLButtonElement) queueMicrotask(() => press(target));
    }, [taken]);
    if (isFirst || taken !== undefined) return <Control {...props} root={root} />;
    const take = ({ currentTarget, target, type }: SyntheticEvent<HTMLElement>): void => {
      const parts = partsOf(currentTarget);
      const part = parts.findIndex((one) => target instanceof Node && one.contains(target));
      // A press of the label leads to the first.
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
            // A press gives the focus before it is complete: the control has to wait for its end.
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
  // React Aria takes that for a press of a screen reader, and gives the focus to what it opens only after all transitions.
  setInteractionModality('pointer');
}

/** The fields and buttons of a control or its stand-in, which have the same in the same order. */
function partsOf(root: HTMLElement): readonly HTMLElement[] {
  return root.matches('button') ? [root] : [...root.querySelectorAll<HTMLElement>('input, button')];
}
