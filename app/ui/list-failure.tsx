import { RetryButton } from './button.tsx'

/**
 * Replaces a list that could not be loaded: the reason, and a button that calls `onRetry`, by default to load the screen's data
 * again.
 */
export function ListFailure({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <span role="alert" className="grid justify-items-center gap-4">
      {text}
      <RetryButton onRetry={onRetry} />
    </span>
  )
}
