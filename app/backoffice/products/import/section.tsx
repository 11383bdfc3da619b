/** A section of an import's page, with its heading. */
export function Section({
  title,
  text,
  children,
}: {
  title: string
  text?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <div>
        <h2 className="text-lg">{title}</h2>
        {text && <p className="max-w-prose text-soft">{text}</p>}
      </div>
      {children}
    </section>
  )
}
