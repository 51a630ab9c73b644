import { Suspense, lazy, useState, type ReactNode } from 'react';
import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { ShowAllButton } from '../controls/show-all-button.tsx';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';
import { shortened } from '../text/shortened.ts';
import '../text/text.css';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

/** Characters and line starts that may have a meaning in Markdown. */
const MARKUP = /[*_`#[\]<>|~\\&]|https?:|www\.|^\s*(?:[-+=]|\d+[.)])|^ {4}|^\t/m;

/**
 * Renders Markdown as of GitHub; HTML in it is shown as text. A text without markup, as most are, is shown without the parser. A
 * long text is collapsed at first.
 */
export function Markdown({
  children,
  isWhole = false,
}: {
  readonly children: string;
  /** Never collapsed, where something around it folds. */
  readonly isWhole?: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const text = withVisibleDirections(children);
  const start = isWhole ? text : shortened(text);
  const isLong = start !== text;
  const shown = isOpen ? text : start;
  const plain = <Plain text={shown} />;
  return (
    <div className="markdown">
      {MARKUP.test(shown) ? (
        <ErrorBoundary>
          <Suspense fallback={plain}>
            <MarkdownBody text={shown} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        plain
      )}
      {isLong && <ShowAllButton isOpen={isOpen} setOpen={setOpen} />}
    </div>
  );
}

function Plain({ text }: { readonly text: string }): ReactNode {
  return text.split(/\n\s*\n/).map((paragraph, index) => (
    <p key={index} dir="auto">
      {paragraph.trim()}
    </p>
  ));
}
