/** A titled section of the account's forms. `columns` are the classes of its grid of fields. */
export function FormSection({
  title,
  columns = 'sm:grid-cols-2',
  children,
}: {
  title: string
  columns?: string
  children: React.ReactNode
}) {
  return (
    <section className="card p-4 sm:p-6">
      <h2 className="mb-4 text-lg">{title}</h2>
      <div className={`grid gap-4 ${columns}`}>{children}</div>
    </section>
  )
}
