import { RetryButton } from './button.tsx'

/** Replaces a list that could not be loaded: the reason, and a button that loads the screen's data again. */
export function ListFailure({ text }: { text: string }) {
  return (
    <span role="alert" className="grid justify-items-center gap-4">
      {text}
      <RetryButton />
    </span>
  )
}
