import { Banner } from '../ui/banner.tsx'

/** Asks the customer for another payment proof or prescription, above its upload; nothing without a reason. */
export const AskAgain = ({ text, reason }: { text: string; reason: string | undefined }) =>
  reason !== undefined && (
    <Banner role="note" tone="yellow" icon="warning">
      <p className="font-semibold">{text}</p>
      <p>{reason}</p>
    </Banner>
  )
