import { Icon } from '../ui/icons.tsx'

/** Asks the customer for another payment proof or prescription, above its upload; nothing without a reason. */
export const AskAgain = ({ text, reason }: { text: string; reason: string | undefined }) =>
  reason !== undefined && (
    <div role="note" className="flex gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink">
      <Icon name="warning" className="size-5" />
      <div className="min-w-0">
        <p className="font-semibold">{text}</p>
        <p className="wrap-anywhere">{reason}</p>
      </div>
    </div>
  )
