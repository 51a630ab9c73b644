import { setInteractionModality } from 'react-aria/useFocusVisible';
import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefCallback,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import type { CodeOnUse } from './code-on-use.ts';
import { enter, pressKeys } from './typed-keys.ts';

/** What a control takes over from its stand-in. */
interface Taken {
  /** Index of the used field or button. */
  readonly place: number;
  readonly isPressed: boolean;
}

/** State of a stand-in when the control replaces it. */
interface Left {
  readonly selection: readonly [number | null, number | null] | undefined;
  /** Text of its field. */
  readonly text: string | undefined;
  /** Whether the focus has moved to another element. */
  readonly isElsewhere: boolean;
}

export interface TakeOver {
  /** Set once the stand-in was used. */
  readonly taken: Taken | undefined;
  /** Ref and event handlers of the stand-in's root element. */
  readonly use: {
    readonly ref: RefCallback<HTMLElement>;
    readonly onMouseDown: (event: MouseEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onInput: (event: SyntheticEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onPointerEnter: () => void;
  };
  /** Ref of the control's root element. */
  readonly root: RefObject<HTMLElement>;
}

let isResting = false;

/** Moves the focus to a field without using it: one with choices opens them on the next key, so that Escape is not spent on them. */
export function restOn(field: HTMLElement): void {
  isResting = true;
  field.focus({ preventScroll: true });
  isResting = false;
}

/** Lets a control take over from its stand-in as soon as the stand-in is used and the control's code is loaded. */
export function useTakeOver(code: CodeOnUse<unknown>, takesFocus: boolean): TakeOver {
  const [taken, setTaken] = useState<Taken | undefined>(takesFocus ? FIRST : undefined);
  const root = useRef<HTMLElement>(null);
  const isMovedByMouse = useRef(false);
  const keys = useRef<readonly KeyboardEventInit[]>([]);
  const { standIn, left } = useStandIn(taken, takesFocus);
  const isReady = code.loaded !== undefined;
  useLayoutEffect(() => {
    if (taken === undefined || !isReady || root.current === null) return;
    continueIn(partsOf(root.current)[taken.place], taken, left.current, keys.current);
    keys.current = [];
  }, [taken, isReady, left]);
  const take = (event: SyntheticEvent<HTMLElement>): void => {
    const { currentTarget, target, type } = event;
    const part = partsOf(currentTarget).findIndex((one) => target instanceof Node && one.contains(target));
    // Pressing the label focuses the first field or button.
    setTaken({ place: Math.max(part, 0), isPressed: type === 'click' && part >= 0 });
  };
  return {
    taken,
    root,
    use: {
      ref: standIn,
      onMouseDown: () => {
        // A press moves the focus at once, so the control waits for its end. The mouse may be released elsewhere.
        isMovedByMouse.current = true;
        setTimeout(() => {
          isMovedByMouse.current = false;
        });
      },
      onFocus: (event) => {
        if (!isMovedByMouse.current && !isResting) take(event);
      },
      onClick: take,
      onInput: take,
      onKeyDown: (event) => {
        take(event);
        if (!isForControl(event)) return;
        // The control gets it instead.
        event.preventDefault();
        event.stopPropagation();
        const { key, code: physical, altKey, shiftKey } = event;
        keys.current = [...keys.current, { key, code: physical, altKey, shiftKey }];
      },
      onPointerEnter: () => {
        // A failure is reported when the control is used.
        code.load().catch(() => undefined);
      },
    },
  };
}

const FIRST: Taken = { place: 0, isPressed: false };

/** The stand-in's ref, which reads its state when it is removed. */
function useStandIn(
  taken: Taken | undefined,
  takesFocus: boolean,
): { readonly standIn: RefCallback<HTMLElement>; readonly left: RefObject<Left> } {
  const left = useRef<Left | null>(null);
  const place = taken?.place ?? 0;
  const latestPlace = useRef(place);
  latestPlace.current = place;
  const element = useRef<HTMLElement | null>(null);
  const [standIn] = useState(() => (current: HTMLElement | null): void => {
    if (current === null && element.current !== null)
      left.current = stateOf(element.current, latestPlace.current);
    else if (takesFocus && current !== null) partsOf(current)[0]?.focus({ preventScroll: true });
    element.current = current;
  });
  return { standIn, left };
}

function stateOf(standIn: HTMLElement, place: number): Left {
  const field = partsOf(standIn)[place];
  const { activeElement } = document;
  const isField = field instanceof HTMLInputElement;
  return {
    selection: isField ? [field.selectionStart, field.selectionEnd] : undefined,
    text: isField ? field.value : undefined,
    isElsewhere: activeElement !== document.body && !standIn.contains(activeElement),
  };
}

/** Whether a key does something in a control, rather than type or leave it. */
function isForControl({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isPress = key === 'Enter' || (key === ' ' && target instanceof HTMLButtonElement);
  return (isPress || key === 'ArrowDown' || key === 'ArrowUp') && !ctrlKey && !metaKey;
}

/** Moves focus, selection, text and keys to the control that has replaced its stand-in. */
function continueIn(
  target: HTMLElement | undefined,
  { isPressed }: Taken,
  left: Left | null,
  keys: readonly KeyboardEventInit[],
): void {
  if (target === undefined || left?.isElsewhere === true) return;
  target.focus({ preventScroll: true });
  const isField = target instanceof HTMLInputElement;
  if (isField && left?.text !== undefined && left.text !== target.value) {
    const { text } = left;
    queueMicrotask(() => {
      enter(target, text);
    });
  } else if (isField && left?.selection) target.setSelectionRange(...left.selection);
  // A list gets its choices in renders that follow its first.
  if (isPressed && target instanceof HTMLButtonElement) queueMicrotask(() => press(target));
  if (keys.length > 0) setTimeout(pressKeys, 0, target, keys);
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
