import { href, Link } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'

const urlOf = (id: string) => href('/dashboard/products/edit-product/:id', { id })

/** A product's name as a link to its screen. */
export const ProductLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={urlOf(id)} className="font-semibold hover:underline">
    {children}
  </Link>
)

/** The button of a product's row in a list. */
export const EditProductButton = ({
  product: { _id, tradename },
  state,
}: {
  product: { _id: string; tradename: string }
  state?: string
}) => (
  <LinkButton
    to={urlOf(_id)}
    state={state}
    look="secondary"
    small
    icon="edit"
    className="as-table:px-2 as-table:[&_svg]:hidden"
  >
    Editar<span className="sr-only"> {tradename}</span>
  </LinkButton>
)
