-- One empty statement a transaction: what the generator and the way to the server cost.

function thread_init()
   con = sysbench.sql.driver():connect()
end

function event()
   con:query("SELECT 1")
end

function thread_done()
   con:disconnect()
end
