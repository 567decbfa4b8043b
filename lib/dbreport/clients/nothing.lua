-- No statement at all: what the generator itself can do at most.

function thread_init()
   sysbench.sql.driver()
end

function event()
end
