import { createServer } from 'node:http'
import { answerPay } from './pay-routes.mjs'
import { sendFile } from './send-file.mjs'
import { answerShop } from './shop-routes.mjs'

/** Starts both sites; port 0 takes a free one. Rejects with the system's error when a port is taken. */
export async function startSites({ host = '127.0.0.1', shopPort = 8081, payPort = 8082 } = {}) {
  const origins = {}
  const shop = await listen(host, shopPort, 'shop', answerShop, origins)
  const pay = await listen(host, payPort, 'pay', answerPay, origins).catch(async (error) => {
    await close(shop.server)
    throw error
  })
  return {
    shop: { port: shop.port, origin: origins.shop },
    pay: { port: pay.port, origin: origins.pay },
    close: () => Promise.all([close(shop.server), close(pay.server)]).then(() => undefined),
  }
}

function listen(host, port, site, answer, origins) {
  const server = createServer((request, response) => {
    handle(site, answer, origins, request, response).catch((error) => {
      response.statusCode = 500
      response.end(`${error.message}\n`)
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const bound = server.address().port
      origins[site] = `http://${site}.localhost:${bound}`
      resolve({ server, port: bound })
    })
  })
}

async function handle(site, answer, origins, request, response) {
  const url = new URL(request.url, origins[site])
  if (url.pathname === '/health') return response.end('ok\n')
  if (await answer({ url, request, response, origins })) return
  await sendFile({ site, url, request, response, origins })
}

function close(server) {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
