/** An order's instant as day/month/year (spec §2), by the clock of whoever reads it. */
export function orderDate(instant: string): string {
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}
