-- Sends the requests of a file, each ended by NUL, in turn. Arguments: the file, and the number of requests to skip.
-- The file is cut while it is sent: wrk counts the time of `init` as time of the measurement.
local text
local position = 1

local function next_request()
  local last = text:find('\0', position, true)
  local one = text:sub(position, last - 1)
  position = last < #text and last + 1 or 1
  return one
end

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  text = file:read('*a')
  file:close()
  for _ = 1, tonumber(args[2]) do next_request() end
end

function request()
  return next_request()
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('result %d %d %d %d %d %d\n', summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(95), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
