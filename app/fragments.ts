import { createElement, Fragment } from 'react'

export type Texts = Record<string, string>
/** @property content as a method, so that one with certain texts is a part of a list of any */
export type Part<T extends Texts = Texts> = { key: string; texts: T; content(texts: T): React.ReactElement }
/** @property id of those in its list */
export type ListPart<T extends Texts = Texts> = Part<T> & { id: React.Key }
export type Props = React.HTMLAttributes<HTMLElement>

/**
 * Content of a host element that many pages have with other texts: `<li {...fragments.propsOf('card', { name }, ({ name }) => <b>{name}</b>)}>`.
 * The server renders it once for each key, and from then on writes the same HTML with the texts in their places (`fragment-cache.ts`,
 * which `entry.server.tsx` puts in here). The browser always renders the content; since the DOM is the same, it hydrates as usual.
 *
 * The key names everything else that the content shows on a server and that can differ. Sessions and carts are unknown to a server, so
 * they are no part of it. The content shows the texts as they are, as text, as attributes or as parts of them, and decides nothing by them;
 * none of them is empty. No fragment is in another one, and none has what React writes into the page's head.
 */
export const fragments = {
  propsOf: <T extends Texts>(_key: string, texts: T, content: Part<T>['content']): Props => ({
    children: content(texts),
  }),
  /** The same for a list, each of whose parts is a fragment. React doesn't know the parts on a server: ids are among their texts, never from `useId`. */
  listOf: (parts: ListPart[]): Props => ({
    children: parts.map(({ id, texts, content }) => createElement(Fragment, { key: id }, content(texts))),
  }),
}
