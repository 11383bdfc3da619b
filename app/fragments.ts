type ContentProps = React.HTMLAttributes<HTMLElement>

/**
 * Content of a host element that is the same on many pages: `<header {...fragments.propsOf(key, <Menu />)}>`. The server renders it once
 * for each key and then writes the same HTML again (`fragment-cache.ts`, which `entry.server.tsx` puts in here). The browser always
 * renders the content; since the DOM is the same, it hydrates as usual.
 *
 * The key names everything that the content shows on a server and that can differ, ids of `useId` included. Sessions and carts are
 * unknown to a server, so they are no part of it.
 */
export const fragments = {
  propsOf: (_key: string, content: React.ReactElement): ContentProps => ({ children: content }),
}
