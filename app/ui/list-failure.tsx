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

/** A screen's data, by `loadOrFailure`: the content, a placeholder while they load, or the failure in a card. */
export function WhenLoaded<Data extends object>({
  of,
  loading,
  children,
}: {
  of: (Data & { failure: null }) | { failure: string } | undefined
  loading: React.ReactNode
  children: (data: Data) => React.ReactNode
}) {
  if (!of) return loading
  if (of.failure === null) return children(of)
  return (
    <div className="card grid justify-items-center p-6 text-center text-soft">
      <ListFailure text={of.failure} />
    </div>
  )
}
