import { redirect } from 'react-router'

/** Unknown paths go to the root (spec §2): always to `/`, never to anything that the path says. */
export const loader = () => redirect('/')

export const clientLoader = () => redirect('/')
