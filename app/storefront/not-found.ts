import { href, redirect, replace } from 'react-router'

/** Redirects unknown paths to the root, whatever the path contains. */
export const loader = () => redirect(href('/'))

export const clientLoader = () => replace(href('/'))
