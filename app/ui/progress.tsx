import { useNavigation } from 'react-router'

/** A line along the top while the next page loads. A delay (app.css) keeps quick pages from flickering. */
export function Progress() {
  if (useNavigation().state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left scale-x-0 animate-advance bg-brand"
    />
  )
}
