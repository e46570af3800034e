import argparse

def solve(n):
    sols = []
    def bt(row, cols, d1, d2, cur):
        if row == n:
            sols.append(cur[:]); return
        for c in range(n):
            if c in cols or row+c in d1 or row-c in d2: continue
            bt(row+1, cols|{c}, d1|{row+c}, d2|{row-c}, cur+[c])
    bt(0,set(),set(),set(),[])
    return sols, len(sols)

def main():
    p = argparse.ArgumentParser()
    p.add_argument("-n", type=int, default=8)
    a = p.parse_args()
    sols, count = solve(a.n)
    print(count)

if __name__ == "__main__":
    main()
