/** An order's date as day/month/year, in the browser's time zone. */
export function orderDate(instant: string): string {
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}
