import { escapeHtml, readForm, sendPage } from './page.mjs'

/** The pay site: a card form and its receipt. Nothing is charged; the receipt says so. */
export async function answerPay({ url, request, response, origins }) {
  if (request.method === 'POST' && url.pathname === '/pay') {
    await answerPayment(request, response, origins)
    return true
  }
  return false
}

async function answerPayment(request, response, origins) {
  const form = await readForm(request)
  const card = (form.get('card') ?? '').replace(/\s/g, '')
  if (!/^\d{16}$/.test(card) || !/^\d{3}$/.test(form.get('cvc') ?? '')) {
    return sendPage(
      response,
      'Payment',
      '<h1>Payment</h1><p role="alert">A card number has 16 digits and a security code 3.</p><p><a href="/">Try again</a></p>',
      { status: 400 },
    )
  }
  const item = escapeHtml(form.get('item') ?? '')
  const amount = escapeHtml(form.get('amount') ?? '')
  const main = `<h1>Thank you</h1><p>${item}: ${amount} EUR, card ending in ${card.slice(-4)}. This is a practice shop; nothing was charged.</p><p><a href="${origins.shop}/shop/">Back to the shop</a></p>`
  sendPage(response, 'Receipt', main)
}
