// Prints how Node refuses the servers of FOLDER/rows: the name, a tab, and the error as Node shows one that nobody
// catches, without the stack, \n between its lines.
const fs = require('node:fs'), net = require('node:net'), tls = require('node:tls'), util = require('node:util')

const folder = process.argv[2]
const shown = error => util.inspect(error).split('\n').filter(line => !/^ +at /.test(line))
    .filter(line => /^[A-Za-z]*Error|^ +(code|reason|alert|library)|error:/.test(line))
    .map(line => line.replace(/ \{$/, '').trim()).join('\\n')

async function ask(name, host, port) {
    return new Promise(resolve => {
        const plain = net.connect(port, '127.0.0.1')
        const options = { socket: plain, host, ca: fs.readFileSync(`${folder}/${name}/roots.pem`) }
        if (!net.isIP(host)) options.servername = host
        const end = word => { resolve(word); plain.destroy() }
        try {
            const connection = tls.connect(options, () => end('ok'))
            connection.setTimeout(5000, () => end('timeout'))
            connection.on('error', error => end(shown(error)))
            connection.on('close', () => end('closed'))
        } catch (error) {
            end(shown(error))
        }
    })
}

(async () => {
    for (const row of fs.readFileSync(`${folder}/rows`, 'utf8').trim().split('\n')) {
        const [name, host, port] = row.split('\t')
        const said = await ask(name, host, Number(port))
        if (!['timeout', 'closed'].includes(said)) console.log(`${name}\t${said}`)
    }
})()
