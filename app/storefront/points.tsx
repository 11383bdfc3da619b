import { Icon, type IconName } from '../ui/icons.tsx'

export type Point = { icon: IconName; name: string; text: string }

export const Points = ({ points, className }: { points: readonly Point[]; className: string }) => (
  <ul className={`grid gap-4 ${className}`}>
    {points.map(({ icon, name, text }) => (
      <li key={name} className="card grid content-start gap-2 p-5">
        <span className="mb-2 grid size-11 place-items-center rounded-full bg-mint text-brand">
          <Icon name={icon} />
        </span>
        <h3 className="font-semibold">{name}</h3>
        <p className="text-soft">{text}</p>
      </li>
    ))}
  </ul>
)
