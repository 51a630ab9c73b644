import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import './link-grid.css';

/** Links with explanations, side by side below a heading. */
export function LinkGrid({
  title,
  links,
}: {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly text: string; readonly about: string }[];
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="link-grid" role="list">
        {links.map(({ to, text, about }) => (
          <li key={to}>
            <Link href={to}>{text}</Link>
            <div className="link-grid-about">{about}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
