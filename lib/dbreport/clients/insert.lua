-- INSERTs of rows made beforehand, one or several a statement, each statement its own transaction.
--
-- A line of the file is a row's first key, a tab, and the rest of the row as it stands in VALUES. Each thread takes
-- its share of the file, over and over; the number of the lap makes that key new each time, and with it the row's.

sysbench.cmdline.options = {
   rows_file = {"file of rows", ""},
   table_name = {"table to insert into", ""},
   rows_per_statement = {"rows of one INSERT", 1},
}

-- A row belongs to the thread in whose share of the file its first byte lies.
local function share()
   local file = assert(io.open(sysbench.opt.rows_file, "rb"))
   local size = file:seek("end")
   local from = math.floor(size * sysbench.tid / sysbench.opt.threads)
   local to = math.floor(size * (sysbench.tid + 1) / sysbench.opt.threads)
   local keys, rests = {}, {}
   file:seek("set", math.max(from - 1, 0))
   if from > 0 then
      file:read("*l")
   end
   while file:seek() < to do
      local key, rest = file:read("*l"):match("^([^\t]*)\t(.*)$")
      keys[#keys + 1], rests[#rests + 1] = key, rest
   end
   file:close()
   assert(#keys > 0, "fewer rows than threads")
   return keys, rests
end

function thread_init()
   con = sysbench.sql.driver():connect()
   keys, rests = share()
   row, lap = 0, 0
   head = "INSERT INTO " .. sysbench.opt.table_name .. " VALUES "
end

local function tuple()
   row = row + 1
   if row > #keys then
      row, lap = 1, lap + 1
   end
   return "('" .. keys[row] .. "-" .. lap .. "', " .. rests[row] .. ")"
end

function event()
   local tuples = {}
   for n = 1, sysbench.opt.rows_per_statement do
      tuples[n] = tuple()
   end
   con:query(head .. table.concat(tuples, ","))
end

function thread_done()
   con:disconnect()
end
