import { Fragment, useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { SafeLink } from './safe-link.tsx';
import { shortened } from './shortened.ts';
import './text.css';

/**
 * Renders Markdown: paragraphs, headings, lists, code, emphasis and links. Everything else, including HTML, is shown as
 * plain text. A long text is collapsed at first.
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
  const start = isWhole ? children : shortened(children);
  const isLong = start !== children;
  return (
    <div className="markdown">
      {blocksOf(isOpen ? children : start).map(blockElement)}
      {isLong && (
        <Button
          look="quiet"
          isExpanded={isOpen}
          onPress={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}

interface Block {
  readonly kind: 'text' | 'heading' | 'list' | 'numbers' | 'code';
  readonly lines: string[];
}

const STARTS = {
  heading: /^#{1,6}\s+/,
  list: /^\s*[-*+]\s+/,
  numbers: /^\s*\d{1,9}[.)]\s+/,
} as const;

/** Splits a text into blocks of lines of one kind. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  let isNew = true;
  for (const line of text.split(/\r?\n/)) {
    if (line.trimStart().startsWith('```')) {
      if (!isCode) blocks.push({ kind: 'code', lines: [] });
      isCode = !isCode;
      isNew = true;
      continue;
    }
    if (!isCode && line.trim() === '') {
      isNew = true;
      continue;
    }
    const kind = isCode ? 'code' : kindOf(line);
    const last = blocks.at(-1);
    const joins = last?.kind === kind && kind !== 'heading' && (isCode || !isNew);
    if (joins || isCode) last?.lines.push(line);
    else blocks.push({ kind, lines: [line] });
    isNew = kind === 'heading';
  }
  return blocks;
}

function kindOf(line: string): Exclude<Block['kind'], 'code'> {
  const found = (['heading', 'list', 'numbers'] as const).find((kind) => STARTS[kind].test(line));
  return found ?? 'text';
}

function blockElement({ kind, lines }: Block, index: number): ReactNode {
  if (kind === 'code') return <pre key={index}>{lines.join('\n')}</pre>;
  if (kind === 'heading') {
    return (
      <p key={index} className="markdown-heading" dir="auto">
        {spans((lines[0] ?? '').replace(STARTS.heading, ''))}
      </p>
    );
  }
  if (kind === 'text')
    return (
      <p key={index} dir="auto">
        {spans(lines.join('\n'))}
      </p>
    );
  const items = lines.map((line, item) => <li key={item}>{spans(line.replace(STARTS[kind], ''))}</li>);
  return kind === 'list' ? (
    <ul key={index} dir="auto">
      {items}
    </ul>
  ) : (
    <ol key={index} dir="auto">
      {items}
    </ol>
  );
}

/** Matches code, links, strong and emphasized text; spans do not nest. */
const SPAN =
  /`(?<code>[^`]+)`|\[(?<label>[^\]]{1,500})\]\((?<url>[^\s()]{1,2000})\)|\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*\s][^*]*)\*/g;

function spans(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    const { code, label, url, strong, em } = match.groups ?? {};
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (url !== undefined) parts.push(<SafeLink href={url}>{label}</SafeLink>);
    else if (strong !== undefined) parts.push(<strong>{strong}</strong>);
    else parts.push(<em>{em}</em>);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
