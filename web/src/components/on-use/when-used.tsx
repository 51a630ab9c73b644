import { useState, type ComponentType, type ReactNode, type Ref } from 'react';
import { CodeOnUse, useCode } from './code-on-use.ts';
import { useTakeOver, type TakeOver } from './use-take-over.ts';

/** Props of a control that exposes its root element. */
export interface Rooted {
  readonly root: Ref<HTMLElement>;
}

/** Props of a stand-in: the ref and the event handlers of its root element. */
export interface StandsIn {
  readonly use: TakeOver['use'];
}

/**
 * Renders an expensive React Aria control lazily: a stand-in of native elements looks and reads the same until it is first
 * focused by keyboard or pressed. The control then replaces it, once its code is loaded, and takes over focus, selection,
 * text and keys. A page has many such controls, of which a person uses few.
 */
export function whenUsed<Props extends object>(
  load: () => Promise<ComponentType<Props & Rooted>>,
  StandIn: ComponentType<Props & StandsIn>,
): (props: Props) => ReactNode {
  const code = new CodeOnUse(load);
  return function WhenUsed(props: Props): ReactNode {
    const [takesFocus] = useState('autoFocus' in props && props.autoFocus === true);
    const { taken, use, root } = useTakeOver(code, takesFocus);
    const Control = useCode(code, taken);
    if (Control !== undefined && taken !== undefined) return <Control {...props} root={root} />;
    return <StandIn {...props} use={use} />;
  };
}
