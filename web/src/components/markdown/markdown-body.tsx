import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, useContext, type ReactNode } from 'react';
import { Link } from 'wouter';
import { MarkdownPlace } from './markdown-place.ts';
import { SafeLink } from '../text/safe-link.tsx';
import './markdown-body.css';

/** The parser of Markdown as of GitHub, to which HTML is ordinary text. */
const PARSER = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } });

/**
 * Renders the tokens of a Markdown text as elements from a fixed list, so that a text cannot create any others: this is the
 * sanitizer. HTML is shown as text, links lead to web and mail addresses only, and images come from this server only.
 */
export function MarkdownBody({ text }: { readonly text: string }): ReactNode {
  return blocks(PARSER.lexer(text));
}

function blocks(tokens: readonly Token[] | undefined): ReactNode {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{block(known(token))}</Fragment>);
}

/** The types of tokens are those of the parser itself, because no extension adds others. */
function known(token: Token): MarkedToken {
  return token as MarkedToken;
}

function block(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading token={token} />;
    case 'paragraph':
      return <p dir="auto">{spans(token.tokens)}</p>;
    case 'code':
      return (
        // Long lines scroll, also with the keyboard.
        <pre role="group" aria-label="Code" tabIndex={0}>
          {token.text}
        </pre>
      );
    case 'blockquote':
      return <blockquote dir="auto">{blocks(token.tokens)}</blockquote>;
    case 'list':
      return list(token);
    case 'table':
      return table(token);
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    default:
      return span(token);
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const entries = items.map((item, index) => (
    <li key={index}>
      {item.task && (
        <input type="checkbox" checked={item.checked === true} disabled aria-label="Done" readOnly />
      )}
      {blocks(item.tokens)}
    </li>
  ));
  if (!ordered) return <ul dir="auto">{entries}</ul>;
  return (
    <ol dir="auto" {...(typeof start === 'number' && { start })}>
      {entries}
    </ol>
  );
}

function table({ header, rows, align }: Tokens.Table): ReactNode {
  const styleOf = (column: number) => ({ textAlign: align[column] ?? ('start' as const) });
  return (
    // A wide table scrolls by itself, also with the keyboard.
    <div className="markdown-table" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, column) => (
              <th key={column} scope="col" style={styleOf(column)}>
                {spans(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, column) => (
                <td key={column} style={styleOf(column)}>
                  {spans(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function spans(tokens: readonly Token[] | undefined): ReactNode {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{span(known(token))}</Fragment>);
}

function span(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{spans(token.tokens)}</strong>;
    case 'em':
      return <em>{spans(token.tokens)}</em>;
    case 'del':
      return <del>{spans(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <TextLink href={token.href}>{spans(token.tokens)}</TextLink>;
    case 'image':
      return <Image href={token.href} text={token.text} />;
    case 'text':
      return token.tokens === undefined ? decoded(token.text) : spans(token.tokens);
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

/** A heading; of a text of the catalog, only bold text, because the headings of the page are its own. */
function Heading({ token: { depth, text, tokens } }: { readonly token: Tokens.Heading }): ReactNode {
  const place = useContext(MarkdownPlace);
  const content = spans(tokens);
  if (place === undefined) {
    return (
      <p className="markdown-heading" dir="auto">
        {content}
      </p>
    );
  }
  const id = place.anchorOf(text);
  return depth <= 2 ? <h2 id={id}>{content}</h2> : <h3 id={id}>{content}</h3>;
}

function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  const path = useContext(MarkdownPlace)?.pathOf(href);
  if (path === undefined) return <SafeLink href={href}>{children}</SafeLink>;
  return path.startsWith('#') ? <a href={path}>{children}</a> : <Link href={path}>{children}</Link>;
}

/** File names of images. Other addresses of this server are not requested, because a request may do something: sign out. */
const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** An image of this server; one of another host would reveal to it who reads the text, and is shown as a link. */
function Image({ href, text }: { readonly href: string; readonly text: string }): ReactNode {
  const url = URL.canParse(href, location.href) ? new URL(href, location.href) : undefined;
  const isOwn = url?.origin === location.origin && url.search === '' && IMAGE.test(url.pathname);
  if (isOwn) return <img src={url.pathname} alt={text} loading="lazy" />;
  return <SafeLink href={href}>{text === '' ? href : text}</SafeLink>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** The text with line breaks and the usual character references of HTML replaced. */
function decoded(text: string): string {
  const lines = text.replace(/<br\s*\/?>/gi, '\n');
  return lines.replace(/&(amp|lt|gt|quot|nbsp);/g, (reference, name: string) => ENTITIES[name] ?? reference);
}
