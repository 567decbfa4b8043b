-- One statement a transaction, its parameters from a file; as plain text or prepared.
--
-- A line of the file holds the parameters of one transaction, the unit separator (1f) between them.
-- Each thread draws lines at random, from sysbench's own seeded generator.

sysbench.cmdline.options = {
   statement = {"statement, a question mark for each parameter", ""},
   kinds = {"i for an integer, s for a text, a letter for each parameter", ""},
   parameters_file = {"file of parameters", ""},
   prepared = {"prepare the statement once", false},
}

local SEPARATOR = string.char(31)
local LONGEST = 255

local function read()
   local lines = {}
   for line in io.lines(sysbench.opt.parameters_file) do
      local values = {}
      for value in (line .. SEPARATOR):gmatch("([^" .. SEPARATOR .. "]*)" .. SEPARATOR) do
         values[#values + 1] = value
      end
      lines[#lines + 1] = values
   end
   assert(#lines > 0, "no parameters")
   return lines
end

-- A quote is doubled everywhere, a backslash where the server takes it for an escape.
local function quoted(value)
   value = value:gsub("'", "''")
   if drv:name() == "mysql" then
      value = value:gsub("\\", "\\\\")
   end
   return "'" .. value .. "'"
end

function thread_init()
   drv = sysbench.sql.driver()
   con = drv:connect()
   lines = read()
   kinds = sysbench.opt.kinds
   if sysbench.opt.prepared then
      statement = con:prepare(sysbench.opt.statement)
      bound = {}
      for n = 1, #kinds do
         if kinds:sub(n, n) == "i" then
            bound[n] = statement:bind_create(sysbench.sql.type.BIGINT)
         else
            bound[n] = statement:bind_create(sysbench.sql.type.VARCHAR, LONGEST)
         end
      end
      statement:bind_param(unpack(bound))
   end
end

local function prepared(values)
   for n = 1, #kinds do
      bound[n]:set(kinds:sub(n, n) == "i" and tonumber(values[n]) or values[n])
   end
   statement:execute()
end

local function plain(values)
   local n = 0
   -- a function as replacement: a percent sign in a text replacement would mean something
   local sql = sysbench.opt.statement:gsub("?", function()
      n = n + 1
      return kinds:sub(n, n) == "i" and values[n] or quoted(values[n])
   end)
   con:query(sql)
end

function event()
   local values = lines[sysbench.rand.uniform(1, #lines)]
   if sysbench.opt.prepared then
      prepared(values)
   else
      plain(values)
   end
end

function thread_done()
   if sysbench.opt.prepared then
      statement:close()
   end
   con:disconnect()
end
