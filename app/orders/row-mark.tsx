import { Badge } from '../ui/badge.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

/** A short text about an order; in a compact row an icon in its colour, with the text as title. */
export const RowMark = ({
  tone = 'neutral',
  icon,
  text,
  title = text,
}: {
  tone?: React.ComponentProps<typeof Badge>['tone']
  icon: IconName
  text: string
  title?: string
}) => (
  <Badge
    data-mark
    tone={tone}
    className="as-card:whitespace-normal as-card:rounded-lg compact:as-table:size-5 compact:as-table:justify-center compact:as-table:p-0!"
  >
    <span title={title}>
      <Icon name={icon} className="hidden size-4 compact:as-table:block" />
      <span className="compact:as-table:sr-only">{text}</span>
    </span>
  </Badge>
)
