import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import './charts.css';
import { withMarks } from '../text/with-marks.ts';
import { NameText } from '../text/name-text.tsx';

/** A bar: a value of a distribution, or a range of a histogram. */
export interface BarItem {
  readonly id: string;
  readonly label: string;
  /** From 0 to 1: length of the bar. */
  readonly share: number;
  /** Numbers beside the bar, one per column of `numbers`: `1,204`, `61 %`, or a link to what they count. */
  readonly numbers: readonly ReactNode[];
  readonly to?: string | undefined;
  /** Explains the label, below it. */
  readonly note?: string | undefined;
}

/** Horizontal bars in a table, with their numbers beside them. Ranges in order make a histogram. */
export function Bars({
  label,
  what,
  numbers,
  items,
}: {
  readonly label: string;
  /** Heading of the first column. */
  readonly what: string;
  /** Headings of the numbers. */
  readonly numbers: readonly string[];
  readonly items: readonly BarItem[];
}): ReactNode {
  return (
    <div className="bars">
      <table aria-label={withMarks(label)}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <td />
            {numbers.map((heading) => (
              <th key={heading} scope="col" className="bars-number">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row" title={withMarks(item.label)}>
                {item.to === undefined ? (
                  <NameText>{item.label}</NameText>
                ) : (
                  <Link href={item.to}>
                    <NameText>{item.label}</NameText>
                  </Link>
                )}
                {item.note !== undefined && (
                  <div className="bars-note" dir="auto">
                    {withMarks(item.note)}
                  </div>
                )}
              </th>
              <td aria-hidden="true">
                <div className="bar">
                  <div
                    className={item.share === 0 ? 'bar-part bar-part-none' : 'bar-part'}
                    style={{ '--share': String(item.share) } as CSSProperties}
                  />
                </div>
              </td>
              {numbers.map((heading, i) => (
                <td key={heading} className="bars-number">
                  {item.numbers[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
